/** For `--import`: the clock of a machine that is two hours behind. */
const BEHIND_MS = 2 * 3_600_000;
const RealDate = Date;

globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [Date.now()]));
  }

  static now() {
    return RealDate.now() - BEHIND_MS;
  }
};
