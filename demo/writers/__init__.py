"""One module a dialect: adverts in, the bytes of a feed out."""
