import process from 'node:process';

export { process };

/**
 * Replaces the validator of the MCP SDK in the package. It would check the answers to forms, which Precis never sends, and
 * contains other packages without their licenses.
 */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('Precis sends no forms to MCP clients.');
  }
}
