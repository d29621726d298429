/** Creates a new module from `tools/module-template`, and adds it wherever modules are listed. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { nextMigrationNumber } from '../src/shared/database/schema/migration-names.ts';

const TEMPLATES = join(import.meta.dirname, 'module-template');
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const USAGE = `Usage: npm run -s module -- new <plural> [--singular <noun>], such as "new notes" or "new price-lists".`;

/** The forms of the names that templates use as {{form}}. */
type Forms = Readonly<Record<string, string>>;

const { values, positionals } = parseArgs({
  options: { singular: { type: 'string' } },
  allowPositionals: true,
});
const [command, plural = '', ...more] = positionals;
const singular = values.singular ?? plural.replace(/s$/, '');
const fault = faultIn();
if (fault) {
  process.stderr.write(`${fault} ${USAGE}\n`);
  process.exit(2);
}

const forms = formsOf(plural, singular);
const written = [...writeFiles(forms), ...enterModule(forms)];
const run = (...words: string[]) => execFileSync('npm', words, { stdio: 'inherit' });
run('exec', '--', 'prettier', '--log-level', 'warn', '--write', ...written);
run('run', '-s', 'openapi');
run('run', '-s', 'migrations:record');
const recorded = ['docs/openapi.json', 'test/architecture/migrations/migration-hashes.json'];
process.stdout.write(
  `${[...written, ...recorded].join('\n')}\n\nNow describe ${forms.pluralWords}: see "Add a module" in docs/contributing.md.\n`,
);

function faultIn(): string | undefined {
  if (command !== 'new' || more.length > 0) return 'The only command is "new".';
  if (!NAME.test(plural) || !NAME.test(singular)) return 'Names must be lower-case words, joined by hyphens.';
  if (singular === plural) return `"${plural}" does not end with a plural s, so --singular is required.`;
  if (existsSync(`src/modules/${plural}`)) return `The module "${plural}" already exists.`;
  const prefix = singular.replaceAll('-', '');
  if (readFileSync('src/shared/kernel/ids.ts', 'utf8').includes(`'${prefix}',`))
    return `Another kind of record already uses ids that begin with "${prefix}_".`;
  return undefined;
}

function formsOf(plural: string, singular: string): Forms {
  const words = (name: string) => name.replaceAll('-', ' ');
  const camel = (name: string) => name.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const snake = (name: string) => name.replaceAll('-', '_');
  return {
    plural,
    singular,
    ...{ Plural: capital(camel(plural)), Singular: capital(camel(singular)) },
    ...{ pluralCamel: camel(plural), singularCamel: camel(singular) },
    ...{
      pluralSnake: snake(plural),
      singularSnake: snake(singular),
      SINGULAR: snake(singular).toUpperCase(),
    },
    ...{ pluralWords: words(plural), singularWords: words(singular), PluralWords: capital(words(plural)) },
    prefix: singular.replaceAll('-', ''),
    number: String(nextMigrationNumber(migrationNames())),
  };
}

/** Read from the source, because it may not be built. */
function migrationNames(): string[] {
  const sources = globSync('src/**/*.migration.ts').map((file) => readFileSync(file, 'utf8'));
  return sources.flatMap((source) => source.match(/\bMigration\d+\w+/g) ?? []);
}

function writeFiles(forms: Forms): string[] {
  return readdirSync(TEMPLATES).map((template) => {
    const path = pathOf(template, forms);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, filled(readFileSync(join(TEMPLATES, template), 'utf8'), forms));
    return path;
  });
}

function pathOf(template: string, { plural, singular }: Forms): string {
  const name = template
    .replace(/\.tmpl$/, '')
    .replace('__plural__', plural!)
    .replace('__singular__', singular!);
  if (name === 'docs.md') return `docs/${plural}.md`;
  if (name === 'test.spec.ts') return `test/${plural}/${plural}.spec.ts`;
  return `src/modules/${plural}/${name}`;
}

function filled(template: string, forms: Forms): string {
  return template.replaceAll(/\{\{(\w+)\}\}/g, (_, form: string) => {
    const text = forms[form];
    if (text === undefined) throw new Error(`A template uses the unknown form {{${form}}}.`);
    return text;
  });
}

/** Adds the module to each list of modules, before or after an existing line. */
function enterModule(forms: Forms): string[] {
  const { plural, pluralCamel, pluralWords, Singular, Plural, prefix } = forms;
  insert('src/shared/kernel/ids.ts', '] as const;', 'before', `  '${prefix}',`);
  insert(
    'src/application/modules.ts',
    'import { pages } from',
    'before',
    `import { ${pluralCamel} } from '../modules/${plural}/index.js';`,
  );
  insert('src/application/modules.ts', '  events,', 'before', `  ${pluralCamel},`);
  insert(
    'test/architecture/statement-counts.spec.ts',
    '  listEvents:',
    'before',
    [
      `  list${Plural}: 1,\n  get${Singular}: 1,\n  create${Singular}: 4,`,
      `  update${Singular}: 5,\n  delete${Singular}: 5,\n`,
    ].join('\n'),
  );
  insert('packages/client/src/resources.ts', '  webhookSubscriptions: {', 'before', clientMethods(forms));
  insert('docs/architecture.md', '    webhooks/ ', 'before', `    ${`${plural}/`.padEnd(17)} ${pluralWords}`);
  insert('docs/architecture.md', '  end\n```', 'before', `    ${plural}`);
  insert('README.md', '- [webhooks](docs/webhooks.md)', 'after', `- [${pluralWords}](docs/${plural}.md)`);
  return [
    'src/shared/kernel/ids.ts',
    'src/application/modules.ts',
    'test/architecture/statement-counts.spec.ts',
    'packages/client/src/resources.ts',
    'README.md',
    'docs/architecture.md',
  ];
}

function clientMethods({ pluralCamel, pluralSnake, singularSnake }: Forms): string {
  const [all, one] = [`/v0/${pluralSnake}`, `/v0/${pluralSnake}/{${singularSnake}_id}`];
  return [
    `  ${pluralCamel}: {`,
    `    list: 'LIST ${all}?',`,
    `    create: 'POST ${all}',`,
    `    get: 'GET ${one}',`,
    `    update: 'PATCH ${one}',`,
    `    delete: 'DELETE ${one}',`,
    '  },',
  ].join('\n');
}

function insert(file: string, beside: string, side: 'before' | 'after', text: string): void {
  const content = readFileSync(file, 'utf8');
  const at = content.indexOf(beside);
  if (at < 0)
    throw new Error(
      `${file} has no line with "${beside}": change tools/module.ts to say where the new line goes.`,
    );
  const start = content.lastIndexOf('\n', at) + 1;
  const place = side === 'before' ? start : content.indexOf('\n', at) + 1;
  writeFileSync(file, `${content.slice(0, place)}${text}\n${content.slice(place)}`);
}
