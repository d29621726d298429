interface ProcessSettings {
  ROLE: string;
  PROCESSES: number;
}

/** With `ROLE=all`, these processes serve requests, and one more runs all jobs. */
export function processesOf({ ROLE, PROCESSES }: ProcessSettings): { ROLE: string; PROCESSES: string }[] {
  const role = ROLE === 'all' ? 'api' : ROLE;
  const alike = Array.from({ length: PROCESSES }, () => ({ ROLE: role, PROCESSES: String(PROCESSES) }));
  return ROLE === 'all' ? [...alike, { ROLE: 'worker', PROCESSES: '1' }] : alike;
}
