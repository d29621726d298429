/** Gives each case of a table a short title, however long the case is. */
export function titled<Case>(cases: readonly Case[]): [title: string, value: Case][] {
  return cases.map((value) => [JSON.stringify(value).slice(0, 60), value]);
}
