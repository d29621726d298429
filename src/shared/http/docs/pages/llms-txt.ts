import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CATALOGUE } from '../../problems/problem.js';
import { guidePath, type Guide } from './guide-steps.js';

/** What a program that reads docs should open, as https://llmstxt.org describes it. */
export function llmsTxt({ info, tags = [] }: OpenAPIObject, guides: readonly Guide[]): string {
  const [about, ...rules] = info.description!.split('\n').filter(Boolean);
  const links = [
    link('OpenAPI document', '/docs/openapi.json', 'every operation, with examples that work'),
    link('Error catalogue', ERROR_CATALOGUE, 'what each code means, and what to do'),
    link('Operations for people', '/docs', 'the same document in Swagger UI'),
  ];
  const groups = tags.map(({ name, description }) => `- ${name}: ${description}`);
  return (
    [
      `# ${info.title}`,
      `> ${about}`,
      rules.join('\n'),
      section('Docs', links),
      section(
        'Guides',
        guides.map((guide) => link(guide.title, guidePath(guide), guide.about)),
      ),
      section('Groups of operations', groups),
    ].join('\n\n') + '\n'
  );
}

function section(title: string, lines: readonly string[]): string {
  return `## ${title}\n\n${lines.join('\n')}`;
}

function link(title: string, path: string, about: string): string {
  return `- [${title}](${path}): ${about}`;
}
