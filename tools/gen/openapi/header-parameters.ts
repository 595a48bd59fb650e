import { type EndpointKey, HEADER_RULES, headerGroupOf } from '@xs2a/contracts';
import { HEADER_FORMATS } from '@xs2a/gateway/interface';

/** Returns the component name of a header. */
function componentOf(name: string, required: boolean): string {
  return required ? `${name}-required` : name;
}

/** Returns the headers of a request to an endpoint, as references to components. */
export function headerParametersOf(key: EndpointKey): { $ref: string }[] {
  const group = headerGroupOf(key);
  return HEADER_RULES.flatMap(({ name, at }) => {
    const demand = at[group];
    return demand === undefined ? [] : [{ $ref: `#/components/parameters/${componentOf(name, demand === 'M')}` }];
  });
}

/** Returns every request header as a component, optional and required if endpoints differ. */
export function headerComponents() {
  return Object.fromEntries(
    HEADER_RULES.flatMap(({ name, meaning: description, example, at }) => {
      const schema = HEADER_FORMATS.get(name.toLowerCase())?.schema ?? { type: 'string' };
      const uses = new Set(Object.values(at).map((demand) => demand === 'M'));
      return [...uses].map((required) => [
        componentOf(name, required),
        { name, in: 'header' as const, required, description, ...(example !== undefined && { example }), schema },
      ]);
    }),
  );
}
