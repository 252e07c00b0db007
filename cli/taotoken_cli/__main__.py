"""`python -m taotoken_cli`."""

from taotoken_cli.main import main

if __name__ == "__main__":
    main()
