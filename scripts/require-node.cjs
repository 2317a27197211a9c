// Runs at the end of `npm ci`, in old syntax that any version of Node can parse, with the Node that npm scripts will use. The
// code needs Node 24 to run TypeScript directly and for node:sqlite. `npm ci` installs it on platforms with a package of it.
var needed = 24
var found = Number(process.versions.node.split('.')[0])
if (found < needed) {
  process.stderr.write(
    'Staffroom needs Node ' +
      needed +
      ' or newer, and this is ' +
      process.version +
      ' on ' +
      process.platform +
      '-' +
      process.arch +
      '. `npm ci` (without --omit=optional) installs it on Linux and Windows. On other systems, install it from https://nodejs.org and try again.\n',
  )
  process.exit(1)
}
