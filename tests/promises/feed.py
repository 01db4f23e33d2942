"""What we promise about feeds: how they are fetched, read, mapped, and what they may change."""

PROMISES = {
    "FEED-1": "A feed that changes one listing, drops one and adds one gives exactly that in its run and in search.",
    "FEED-2": "A cut-off, an empty and a wrong copy change nothing and say why.",
    "FEED-3": "A refresh whose worker was killed is completed by the next tick; nothing is lost or doubled.",
    "FEED-4": "One run at a time refreshes a feed; a second returns at once.",
    "FEED-5": "A copy that is much smaller than usual, or lacks most listings, closes nothing until a person accepts it.",
    "FEED-6": "An unchanged feed rewrites no row, and is not even sent again where its server can tell.",
    "FEED-7": "Feeds are fetched from public addresses only, however the address is written or redirected.",
    "FEED-8": "A server that is slow, endless, packed to burst or broken can't hold a worker up or fill its disk.",
    "FEED-9": "A busy server is asked again, as often and as late as it says.",
    "FEED-10": "Broken XML is mended without losing a letter, never read forgivingly.",
    "FEED-11": "JSON that is cut off, not valid or nested without end is refused with a plain reason.",
    "FEED-12": "A preset reads each publisher's own shape; what differs is data, not code.",
    "FEED-13": "A document can be mapped without writing anything, and each record that can't be used says why.",
    "FEED-14": "Due feeds are told by the database: late, doubled and lost ticks do no harm.",
    "FEED-15": "A listing whose closing date has passed is closed, and one that comes back is open again.",
    "FEED-16": "What staff hid or closed stays so, whatever the feed says.",
    "FEED-17": "A record that can't be used is left out with its reason; its listing isn't closed for it.",
    "FEED-19": "A list in pages is read to its end, or closes nothing; a server that pages wrongly is not asked for ever.",
    "FEED-20": "A posting's own document is read once and kept; what can't be had now comes with the next refresh.",
    "FEED-18": "The demo fills the board through the real pipeline, and loading it twice changes nothing.",
}
