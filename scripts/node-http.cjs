// node:http for the bundled programs. An `import` of it reads every export at once, one of which loads all of fetch.
module.exports = process.getBuiltinModule('node:http');
