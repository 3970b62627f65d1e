"""Everything that people and programs can do, without HTTP.  The routes of the API and the pages of the site both call it.

A service function takes `Services`, the requester and a request.  It checks the request, applies the rate limit if the work is
costly, does the work and returns objects.  A route only translates from HTTP and back, so no route can forget a limit.
"""
