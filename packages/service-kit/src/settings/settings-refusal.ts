/** Fault of a setting. The text never contains the value. */
export interface SettingFault {
  /** The variable that the operator must change. */
  readonly variable: string;
  readonly text: string;
}

/** Settings with which nothing starts. The message is one line for the operator, and names every fault. */
export class SettingsRefusal extends Error {
  override readonly name = 'SettingsRefusal';
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[], options?: ErrorOptions) {
    super(faults.map(({ variable, text }) => `${variable}: ${text}`).join('; '), options);
    this.faults = faults;
  }
}

/** The faults of work that throws them. What is not about a setting is thrown on. */
export async function faultsOf(work: () => unknown): Promise<readonly SettingFault[]> {
  try {
    await work();
    return [];
  } catch (error) {
    if (error instanceof SettingsRefusal) return error.faults;
    throw error;
  }
}
