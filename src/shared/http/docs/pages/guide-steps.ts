/** A guide in the docs: steps from nothing to something that works. A test runs the steps as they are shown. */
export interface Guide {
  /** The last part of its path. */
  name: string;
  title: string;
  /** For the navigation. */
  shortTitle: string;
  /** What the reader has in the end, in one sentence. */
  about: string;
  steps: readonly GuideStep[];
}

export interface GuideStep {
  title: string;
  /** Paragraphs, with `code` and links as in Markdown. */
  texts: readonly string[];
  /** The step in a shell. All blocks of a guide run in one shell, one after the other. */
  sh: string;
  /** The step with the client, in a program that continues from step to step. */
  ts: string;
}

export function guidePath({ name }: Guide): string {
  return `/docs/guides/${name}`;
}
