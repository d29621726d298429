import type { OpenAPIObject } from '@nestjs/swagger';
import { codesOf, type OpenApiDocument } from '../browser/openapi-document.js';

export interface LinkedOperation {
  id: string;
  /** Opens the operation in Swagger UI. */
  href: string;
}

/** By code: the operations whose documentation names the code. */
export function operationsByCode(document: OpenAPIObject): Map<string, LinkedOperation[]> {
  const found = new Map<string, LinkedOperation[]>();
  const read = document as unknown as OpenApiDocument;
  const operations = Object.values(read.paths).flatMap((path) => Object.values(path));
  for (const { operationId: id, tags, responses } of operations) {
    const refusals = Object.entries(responses).filter(([status]) => Number(status) >= 400);
    const codes = new Set(refusals.flatMap(([, response]) => codesOf(response, read)));
    const operation = { id, href: `/docs#/${encodeURIComponent(tags[0]!)}/${id}` };
    for (const code of codes) found.set(code, [...(found.get(code) ?? []), operation]);
  }
  return found;
}
