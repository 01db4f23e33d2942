"""The handlers, one file each. Importing this package registers them."""
