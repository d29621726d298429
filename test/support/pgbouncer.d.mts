export const hasPgBouncer: boolean;
export function startPgBouncer(
  serverUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<{ url: string; stop(): Promise<void> }>;
