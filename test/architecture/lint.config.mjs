import { resolve } from 'node:path';
import tseslint from 'typescript-eslint';

const PROJECT = resolve(import.meta.dirname, '../..');

export default tseslint.config(
  { ignores: ['dist/**', '**/*.mjs', '**/*.cjs'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { project: 'test/tsconfig.json', tsconfigRootDir: PROJECT } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      // Handlers and interface methods are async because their kind is, not because this one waits.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    files: ['src/modules/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'MemberExpression[property.name=/^(createQueryBuilder|qb|execute|getConnection|getKysely)$/]',
          message: 'This goes past the tenant filter; use the entity manager, or a prepared read.',
        },
        {
          selector: 'Property[key.name="filters"][value.value=false]',
          message: 'The tenant filter is never switched off.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // Answers arrive as whatever JSON says; the assertions are what proves their shape.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
