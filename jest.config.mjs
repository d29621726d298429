import { availableParallelism } from 'node:os';

export default {
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/packages/mcp/test'],
  testMatch: ['**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  resolver: '<rootDir>/test/support/jest/resolver.cjs',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2024' },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
    '/(dist|node_modules)/.+\\.[cm]?js$': '<rootDir>/test/support/jest/native.mjs',
  },
  transformIgnorePatterns: [],
  // Tests wait for about a third of their time, so it takes three workers to keep two processors busy.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testTimeout: 120_000,
  globalSetup: '<rootDir>/test/support/jest/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/jest/global-teardown.mjs',
};
