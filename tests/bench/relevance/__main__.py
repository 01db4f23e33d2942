"""`python -m tests.bench.relevance`: nDCG@10 and the share of empty answers on a demo board of its own. A part of `make bench`."""

from tests.bench.board import measure_on_demo_board
from tests.bench.report import Figure


def main() -> None:
    measure_on_demo_board("relevance", _measured)


def _measured() -> list[Figure]:
    import django  # after the variables that `measure_on_demo_board` sets, which the settings read once
    import structlog

    django.setup()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    from tests.bench.relevance.judging import mean_ndcg, verdicts, zero_results

    every = verdicts()
    print("The ten that did worst:")
    for each in sorted(every, key=lambda verdict: verdict.ndcg)[:10]:
        print(f"  {each.ndcg:.2f}  {each.found:2} found  {each.judged.arguments}")
    return [
        Figure("searches", len(every), "", "tests/bench/relevance/judged.json"),
        Figure("ndcg_at_10", round(mean_ndcg(every), 4), "ratio", "1 is every list as good as can be"),
        Figure("zero_result_rate", round(zero_results(every), 4), "ratio", "each of these has an answer on the board"),
    ]


if __name__ == "__main__":
    main()
