"""What people and programs can ask for, without HTTP: the routes of the API and the pages of the site both call it.

A service function takes `Services`, the requester, and what is asked for.  It checks, takes the limit of what costs much, does
what is asked, and returns objects.  A route only translates from HTTP and back, so no route can forget a limit.
"""
