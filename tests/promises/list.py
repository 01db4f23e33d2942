"""What we promise about the facts of a listing: its places, pay, text, ids and names."""

PROMISES = {
    "LIST-1": "A city, region, country or “remote” is recognised however people and feeds write it.",
    "LIST-2": "An ambiguous or only partly understood place says so instead of hiding it.",
    "LIST-3": "A listing that names several places is found in each of them.",
    "LIST-4": "Resolving a place costs at most one query, and none when it was seen in the same run.",
    "LIST-5": "The cities of the world load in seconds, and loading them again writes nothing.",
    "LIST-6": "A miscopied id never names another listing; what it probably was is suggested.",
    "LIST-7": "Pay is read as people write it, never guessed, and hourly to yearly pay compares in one currency.",
    "LIST-8": "Pay that we write ourselves reads back as the same pay.",
    "LIST-9": "A feed's text is stored clean: nothing hidden, invisible, scripted or styled reaches a page or a model.",
    "LIST-10": "Cleaning changes no honest text: emoji, accents and scripts of the world stay.",
    "LIST-11": "Only plain https addresses of real hosts are stored.",
    "LIST-12": "Titles, employers, industries, workplaces and employment types compare whatever words a feed uses.",
    "LIST-13": "A date is read by the format that its feed declares; a placeholder is no date.",
    "LIST-18": "Rates are rows that staff change; every listing's comparable pay and its search row follow",
}
