"""The official verdicts on the endpoint: conformance suite, Inspector, and both SDKs' clients.

The suite judges every corner of the protocol, and for most of them wants tools that no job board has. So it judges twice: the
product as shipped, and the same bridge with `fixture/` on board."""
