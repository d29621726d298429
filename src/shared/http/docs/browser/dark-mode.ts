declare function matchMedia(query: string): {
  matches: boolean;
  addEventListener(type: 'change', act: () => void): void;
};
declare const document: { documentElement: { classList: { toggle(name: string, isOn: boolean): void } } };

/** Swagger UI has a dark mode, which follows a class. The class follows the preference of the reader. */
export function followColourScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}
