"""Shortlists: what a conversation remembers, who acted, and repeats."""

PROMISES = {
    "TALK-1": "A handle is minted, checked, bound to its caller and expires; wrong, foreign and expired ones read the same.",
    "TALK-2": "A handle leaves no trace that opens it: the table holds a nonce and a digest.",
    "TALK-3": "What a widget's user does is told once to the model's next call, in the third person.",
    "TALK-4": "Only a call with a live view is the user's; a made-up view is refused; a model can't tell user's deeds.",
    "TALK-5": "get_shortlist gives the open job whole, and all that was found, shown, opened, saved, applied and chosen.",
    "TALK-6": "Saved jobs are marked in every later result; saving keeps a shortlist for thirty days.",
    "TALK-7": "The third identical call within a minute is refused and names the ids found before; A-B-A-B too.",
    "TALK-8": "Widgets, REST, retried requests, new releases and new data are never repeats.",
    "TALK-9": "Parallel calls lose nothing, and identical ones in flight are computed once.",
    "TALK-10": "A memory keeps one size however long a conversation lasts.",
    "TALK-12": "A request that a host sends again has no second effect.",
    "TALK-13": "Whatever two callers do at the same time, neither sees an id, an action or a text of the other's.",
    "TALK-14": "Guessing a handle finds nothing, and tells nothing.",
    "TALK-15": "Third-party text stands only where the output schema marks it: never in directions, errors or tool texts.",
    "TALK-11": "Where the handle is absent, the host's own conversation finds the shortlist.",
}
PROMISES |= {
    "LOG-1": "Each call is one row: outcome, client, era, release served and read, ids; words only by their length.",
    "LOG-2": "The log is written off the hot path, in batches and within bounds; a database that fails costs rows at most.",
    "LOG-3": "The release that a client had read is told where it can be known, and unknown where it can't.",
}
