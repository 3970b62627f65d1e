"""The pages: what a person sees of the tables, in the person's language."""
