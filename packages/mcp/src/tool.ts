import { z } from 'zod';
import type { Foyer } from '@foyer/client';

export interface Service {
  foyer: Foyer;
  /** The address of the API; its docs are there, too. */
  url: string;
}

/** `publish` stands apart, so that an agent's host can ask a person before. */
export type ToolKind = 'read' | 'create' | 'change' | 'publish';

interface ToolOf<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  kind: ToolKind;
  /** What the key needs. A key without these scopes does not see the tool. */
  scopes: readonly string[];
  /** Whether visitors notice it at once. */
  isPublic?: boolean;
  input: Shape;
  run(service: Service, input: z.infer<z.ZodObject<Shape>>): Promise<unknown>;
}

/** A tool whose input was checked against its schema. */
export interface Tool extends Omit<ToolOf<z.ZodRawShape>, 'run'> {
  // A method, because the input of each tool has its own type.
  run(service: Service, input: unknown): Promise<unknown>;
}

export function defineTool<const Shape extends z.ZodRawShape>(tool: ToolOf<Shape>): Tool {
  return tool;
}

/** An id such as `page_01je7nqt00e008000000000001`. */
export function idOf(kind: string, about: string) {
  return z
    .string()
    .regex(new RegExp(`^${kind}_[0-9a-z]+$`), `must be an id such as ${kind}_01je7nqt00e008000000000001`)
    .describe(about);
}

export const pageId = idOf('page', 'The page, from search_pages or create_page.');
export const audienceId = idOf('audience', 'The audience, from list_audiences or create_audience.');

/** What every list can be asked for. */
export const paging = {
  limit: z.int().min(1).max(100).default(20).describe('How many records at most.'),
  cursor: z.string().optional().describe('`nextCursor` of the answer before, to go on after it.'),
};

/** An input without its absent fields, as the client expects it. */
export function given<Input extends object>(
  input: Input,
): { [Name in keyof Input]: Exclude<Input[Name], undefined> } {
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as never;
}
