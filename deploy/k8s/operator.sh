#!/bin/sh
# Runs one command of operators in the cluster, as a job with the identity of the operator, and prints what it says:
#   deploy/k8s/operator.sh tpp list
# It uses the present namespace of kubectl, and ends with 1 if the command did not end with 0.
set -eu
name="operator-$(date +%s)"
words=''
for word in "$@"; do
  words="$words,\"$(printf '%s' "$word" | sed 's/[\\"]/\\&/g')\""
done
patch="[{\"op\":\"replace\",\"path\":\"/spec/template/spec/containers/0/args\",\"value\":[${words#,}]}]"
kubectl create job "$name" --from=cronjob/operator --dry-run=client --output json |
  kubectl patch --local --filename - --type json --patch "$patch" --output json |
  kubectl create --filename - >&2
while :; do
  status=$(kubectl get job "$name" --output 'jsonpath={.status.succeeded}/{.status.failed}')
  [ "$status" = / ] || break
  sleep 1
done
kubectl logs "job/$name"
[ "$status" = 1/ ]
