"""Releases: what guards them, who may do what, how they are told apart, and the way in and out as a file."""

PROMISES = {
    "REL-1": "Whatever is published, approved, rejected, moved or imported leaves a row in the audit, with who and why.",
    "REL-2": "The database itself refuses to alter or delete a row of the audit.",
}
