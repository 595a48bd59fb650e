/** Fault of a setting. The text never contains the value. */
export interface SettingFault {
  /** The variable that the operator must change. */
  readonly variable: string;
  readonly text: string;
}

/** Settings with which a service or command does not start. The message is one line for the operator with every fault. */
export class SettingsRefusal extends Error {
  override readonly name = 'SettingsRefusal';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[], options?: ErrorOptions) {
    super(faults.map(({ variable, text }) => `${variable}: ${text}`).join('; '), options);
    this.faults = faults;
  }
}

/** Runs work and returns its setting faults; any other error is thrown. */
export async function faultsOf(work: () => unknown): Promise<readonly SettingFault[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof SettingsRefusal) return error.faults;
    throw error;
  }
}
