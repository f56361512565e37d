// The parts of a browser that three-usdz-loader's build of OpenUSD looks for in every thread; check_usd.mjs loads this.
globalThis.location ??= { pathname: "/" };
globalThis.XMLHttpRequest ??= class {
  open() {}
  send() {} // its data comes from getPreloadedPackage
};
