"""What we promise about the facts of a listing: its places, pay, text, ids and names."""

PROMISES = {
    "LIST-1": "A city, region, country or “remote” is recognised however people and feeds write it.",
    "LIST-2": "An ambiguous or only partly understood place says so instead of hiding it.",
    "LIST-3": "A listing that names several places is found in each of them.",
    "LIST-4": "Resolving a place costs at most one query, and none when it was seen in the same run.",
    "LIST-5": "The cities of the world load in seconds, and loading them again writes nothing.",
}
