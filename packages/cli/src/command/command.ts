import type { Participant } from '@xs2a/contracts';

/** An option with one value or several, or a switch. */
export interface Option {
  readonly about: string;
  /** Name of the value in the help; absent for a switch. */
  readonly value?: string;
  readonly default?: string;
  readonly required?: true;
  /** The option may be repeated. */
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

/** Environment in which a command runs. */
export interface CommandEnvironment {
  /** Returns the environment variables for acting as a participant. */
  readonly envOf: (participant: Participant, env?: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>;
  /** The folder of the sandbox. */
  readonly local: string;
}

/** Result of a command. The runner of all commands prints the text, or with --json the document. */
export interface Result {
  readonly text?: string;
  readonly document?: unknown;
  /** Refused or missing items, one line each, for standard error. */
  readonly faults?: readonly string[];
  /** Exit code; default: 0. */
  readonly code?: number;
}

/** Reports a count such as `1200 records`, as often as needed: the runner decides when to show it. */
export type Progress = (count: string) => void;

/** Runs a command. Returns nothing if the result was too long to keep and is already printed. */
export type Run<Given> = (
  input: Given,
  environment: CommandEnvironment,
  progress: Progress,
) => Result | undefined | Promise<Result | undefined>;

/** An unsuccessful end: its meaning, and the next step of the caller. */
export interface ExitCodeText {
  readonly means: string;
  readonly next: string;
}

interface Described {
  /** Purpose, as the end of a sentence that begins with the command. */
  readonly about: string;
  readonly details?: string;
  readonly examples: readonly [string, ...string[]];
  /** Environment variables that it reads, with their meaning. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Meanings of its own exit codes. Every command also has common ones (`program/exits.ts`). */
  readonly exits: { readonly 0?: string; readonly 1?: ExitCodeText; readonly 3?: ExitCodeText };
}

/** A command in the table. */
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

const EVERY_COMMAND = { json: { about: 'Prints the result as JSON, and no progress.' } } as const;

/** Defines a command. Its implementation is loaded when it runs, so that help and completion answer at once. */
export function command<const A extends Arguments = {}, const O extends Options = {}>(
  definition: Described & {
    readonly arguments?: A;
    readonly options?: O;
    readonly load: () => Promise<Run<Input<A, O>>>;
  },
): Command {
  return { arguments: {}, ...definition, options: { ...definition.options, ...EVERY_COMMAND } };
}

export const isGroup = (entry: Command | Group): entry is Group => 'commands' in entry;
