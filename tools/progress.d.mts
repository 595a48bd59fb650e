export function withProgress<T>(what: string, say: (line: string) => void, work: () => Promise<T>): Promise<T>;
