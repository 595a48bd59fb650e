"""Reads answers by the models of a generated client. Each line of the input has the name of a schema, and an answer."""
import importlib
import json
import sys

models = importlib.import_module("generated_client.models")
read = 0
for line in open(sys.argv[1], encoding="utf-8"):
    answer = json.loads(line)
    try:
        getattr(models, answer["schema"]).from_json(json.dumps({"body": answer["body"]}))
        read += 1
    except Exception as error:  # whatever a model says is the finding
        print(json.dumps({"where": answer["where"], "fault": f"{type(error).__name__}: {error}"[:600]}))
print(json.dumps({"read": read}))
