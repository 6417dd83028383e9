"""`python -m warodds`."""

from warodds.cli import main

if __name__ == "__main__":
    main()
