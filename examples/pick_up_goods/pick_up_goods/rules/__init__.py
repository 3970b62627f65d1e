"""The rules, compiled by Branchline."""
