import { parser } from '@prometheus-io/lezer-promql';

/** Returns the metrics that an expression reads. Throws if it is not PromQL by Prometheus' own grammar. */
export function metricsOf(expression: string): string[] {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const names: string[] = [];
  parser.parse(text).iterate({
    enter({ type, node, from, to }) {
      if (type.isError) throw new Error(`no PromQL at ${from}: ${text}`);
      if (type.name === 'VectorSelector') {
        const name = node.getChild('Identifier');
        if (name === null) throw new Error(`a selector without a name at ${from}-${to}: ${text}`);
        names.push(text.slice(name.from, name.to));
      }
    },
  });
  if (names.length === 0) throw new Error(`reads no metric: ${text}`);
  return names;
}
