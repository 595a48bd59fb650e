import type { Participant } from '@xs2a/contracts';

/** An option with a value, or with several, or a switch. */
export interface Option {
  readonly about: string;
  /** Name of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly default?: string;
  readonly required?: true;
  /** It may be given several times. */
  readonly several?: true;
  readonly choices?: readonly string[];
}

export interface Argument {
  readonly about: string;
  readonly optional?: true;
  readonly several?: true;
}

type Options = Readonly<Record<string, Option>>;
type Arguments = Readonly<Record<string, Argument>>;
type Camel<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

type ValueOf<O extends Option> = O extends { value: string }
  ? O extends { several: true }
    ? readonly string[]
    : O extends { default: string } | { required: true }
      ? string
      : string | undefined
  : boolean;

/** Arguments and options of a command line, by name. */
export type Input<A extends Arguments, O extends Options> = {
  readonly [Name in keyof A]: A[Name] extends { several: true }
    ? readonly string[]
    : A[Name] extends { optional: true }
      ? string | undefined
      : string;
} & { readonly [Name in keyof O as Camel<string & Name>]: ValueOf<O[Name]> };

/** Where a command runs. */
export interface Place {
  /** The environment with which it acts as a participant. */
  readonly envOf: (participant: Participant, env?: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>;
  /** The folder of the sandbox. */
  readonly local: string;
}

/** Does what a command says. Its exit code, 0 if none. */
export type Run<Given> = (input: Given, place: Place) => number | undefined | Promise<number | undefined>;

interface Described {
  /** Purpose, as the end of a sentence that begins with the command. */
  readonly about: string;
  readonly details?: string;
  readonly examples: readonly [string, ...string[]];
  /** Environment variables that it reads, and what each means. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Meaning of each exit code. 2 always means a wrong argument, file or setting. */
  readonly exits: Readonly<Record<number, string>>;
  /** It tells its progress itself. */
  readonly tellsProgress?: true;
}

/** A command as the table holds it. */
export interface Command extends Described {
  readonly arguments: Arguments;
  readonly options: Options;
  readonly load: () => Promise<Run<never>>;
}

/** Commands of one subject: `xs2a tpp block`, `xs2a tpp list`. */
export interface Group {
  readonly about: string;
  readonly commands: Readonly<Record<string, Command>>;
}

/** Defines a command. What it does is loaded when it is run, so that help and completion answer at once. */
export function command<const A extends Arguments = {}, const O extends Options = {}>(
  definition: Described & {
    readonly arguments?: A;
    readonly options?: O;
    readonly load: () => Promise<Run<Input<A, O>>>;
  },
): Command {
  return { arguments: {}, options: {}, ...definition };
}

export const isGroup = (entry: Command | Group): entry is Group => 'commands' in entry;
