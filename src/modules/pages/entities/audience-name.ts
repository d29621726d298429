interface NamedBy {
  pageName: string;
  /** Counts the audiences of the page. */
  number: number;
  person: { name: string } | null;
}

/** The name of an audience that has no custom name. */
export function computedNameOf({ pageName, number, person }: NamedBy): string {
  return person?.name ?? `${pageName} #${number}`;
}
