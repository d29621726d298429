export const hasPgBouncer: boolean;
export function startPgBouncer(
  serverUrl: string,
  mode: 'session' | 'transaction' | 'statement',
  settings?: string,
): Promise<{ url: string; stop(): Promise<void> }>;
