"""Reads compose files as the Compose specification has them."""
import sys

from compose_spec import PyCompose

for file_name in sys.argv[1:]:
    with open(file_name, encoding="utf-8") as file:
        try:
            compose = PyCompose.from_yaml(file.read())
            compose.validate()
            print("valid: " + " ".join(sorted(compose.service_names())))
        except ValueError as wrong:
            print("not valid: " + str(wrong))
