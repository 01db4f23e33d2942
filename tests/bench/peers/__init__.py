"""Hello worlds of others, each under the server that suits it best."""
