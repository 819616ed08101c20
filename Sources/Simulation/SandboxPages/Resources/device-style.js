const sheetStyle = `
  :host { all: initial; }
  * { box-sizing: border-box; }
  [hidden] { display: none; }
  dialog {
    --paper: #fff; --ink: #1c1c1e; --faint: #5b5b61; --line: #d1d1d6; --field: #f2f2f7; --link: #0058b8; --bad: #b3140c;
    width: min(100vw, 26rem); max-width: none; max-height: 92vh; margin: auto auto 0; padding: 0; overflow: auto;
    border: 0; border-radius: 1rem 1rem 0 0; background: var(--paper); color: var(--ink);
    box-shadow: 0 .5rem 2.5rem #0006;
    font: 1rem/1.4 -apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  }
  dialog::backdrop { background: #0008; }
  @media (min-width: 34rem) { dialog { margin: auto; border-radius: 1rem; } }
  .banner { margin: 0; padding: .4rem 1rem; background: #ffd60a; color: #1c1c1e; font-size: .8125rem; text-align: center; }
  header { display: flex; align-items: center; justify-content: space-between; padding: .75rem 1rem .25rem; }
  h2 { margin: 0; font-size: 1.125rem; }
  .rows { padding: 0 1rem; }
  .row { display: grid; grid-template-columns: 5.5rem 1fr; align-items: center; gap: .5rem; padding: .375rem 0;
    border-bottom: 1px solid var(--line); }
  .row label { color: var(--faint); font-size: .875rem; }
  select, input { width: 100%; min-height: 2.75rem; padding: 0 .5rem; border: 1px solid transparent; border-radius: .5rem;
    background: var(--field); color: inherit; font: inherit; text-overflow: ellipsis; }
  .items { margin: 0; padding: .75rem 1rem 0; }
  .items div { display: flex; justify-content: space-between; gap: 1rem; padding: .125rem 0; color: var(--faint); }
  .items .total { padding-top: .5rem; color: var(--ink); font-size: 1.125rem; font-weight: 600; }
  dt { min-width: 0; overflow-wrap: anywhere; }
  dd { margin: 0; white-space: nowrap; font-variant-numeric: tabular-nums; }
  .error { margin: 0; padding: .5rem 1rem 0; color: var(--bad); font-size: .875rem; }
  .error:empty, .status:empty { display: none; }
  footer { padding: .75rem 1rem calc(1rem + env(safe-area-inset-bottom)); text-align: center; }
  .status { margin: 0 0 .5rem; color: var(--faint); }
  .mark { width: 3.25rem; height: 3.25rem; margin: 0 auto .5rem; border-radius: 50%; display: none; }
  .mark.tick { display: block; background: #0a7d33; }
  .mark.cross { display: block; background: var(--bad); }
  .mark svg { fill: none; stroke: #fff; stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; }
  button { min-height: 2.75rem; border: 0; border-radius: .625rem; background: none; color: var(--link); font: inherit;
    cursor: pointer; }
  .cancel { padding: 0 .25rem; }
  .pay { width: 100%; min-height: 3.125rem; background: #000; color: #fff; font-weight: 600; }
  .pay:disabled { background: #6c6c70; cursor: default; }
  .cancel[aria-disabled="true"] { color: var(--faint); cursor: default; }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
  @media (prefers-color-scheme: dark) {
    dialog { --paper: #1c1c1e; --ink: #f5f5f7; --faint: #aeaeb2; --line: #3a3a3c; --field: #2c2c2e; --link: #6cb8ff;
      --bad: #ff8a80; color-scheme: dark; }
    .pay { background: #fff; color: #000; }
    .pay:disabled { background: #a1a1a6; }
    .mark.cross { background: #c62b22; }
  }
`;
