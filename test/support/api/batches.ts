/** What the answer to a batch has for an item. */
export interface BatchResult<Record> {
  status: number;
  record: Record | null;
  problem: { status: number; code: string; errors: { pointer: string; code: string }[] } | null;
}

interface Answer {
  body: unknown;
}

export function resultsOf<Record>({ body }: Answer): BatchResult<Record>[] {
  return (body as { results: BatchResult<Record>[] }).results;
}

export function statusesOf(answer: Answer): number[] {
  return resultsOf(answer).map(({ status }) => status);
}
