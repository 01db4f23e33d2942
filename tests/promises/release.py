"""Releases: what guards them, who may do what, how they are told apart, and the way in and out as a file."""

PROMISES = {
    "REL-1": "Whatever is published, approved, rejected, moved or imported leaves a row in the audit, with who and why.",
    "REL-2": "The database itself refuses to alter or delete a row of the audit.",
    "REL-3": "Every change is classed as safe, careful or breaking for connected clients, with the reason.",
    "REL-4": "A publish that would break connected clients needs a typed confirmation, and is told in the release's diff.",
    "REL-5": "The groups Editor, Publisher and Approver are shipped, and each may do its part and no more.",
    "REL-6": "With approval on, a release goes live only by another person, who may also reject it; nobody approves their own.",
    "REL-7": "Another label than live is served, in both eras, to holders of a token that has its scope, and to nobody else.",
    "REL-8": "Exported, the catalogue is one readable file; imported, it is the same again, as drafts; what doesn't fit is named.",
    "REL-9": "A renamed or removed tool keeps answering under its old name, which no list shows.",
    "REL-10": "After any history of edits, publishes, rollbacks, renames and imports each release is byte for byte what it was.",
    "REL-11": "Each labelled release is held against the code: start, log, /readyz and the doctor name what no longer fits.",
    "REL-12": "The doctor tells what is wrong with database, migrations, releases, broker and address, and what to do.",
    "REL-13": "While releases are published side by side under load, every answer is of one release, never of two.",
    "REL-14": "A lint error blocks publishing unless a note says why; a release keeps what the lint said of it.",
    "REL-15": "What of a release still fits the code is served; a tool that can't keep its promise is left out, never loosened.",
}
