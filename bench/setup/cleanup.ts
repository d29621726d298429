/** Closes everything in reverse order of opening, at the end or on Ctrl-C. A failure does not stop the rest. */
export class Cleanup {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private running: Promise<void> | undefined;

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  run(): Promise<void> {
    return (this.running ??= this.runAll());
  }

  private async runAll(): Promise<void> {
    for (const step of this.steps.reverse()) {
      await step().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
    }
  }
}
