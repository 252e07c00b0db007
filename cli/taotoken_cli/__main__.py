"""`python -m taotoken_cli`, and the console script."""

import sys


def main() -> None:
    """Run the command line; ^C ends it in silence also while it is still loading, or already saying so."""
    try:
        from taotoken_cli.main import main as start

        start()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
