"""The rules of Last Train to Wensleydale, compiled."""
