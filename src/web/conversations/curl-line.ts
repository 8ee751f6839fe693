interface FirstTurn {
  user: string;
  assistant: string;
}

/** A command that sends one turn, ready to paste into any POSIX shell. */
export function curlLine(origin: string, { user, assistant }: FirstTurn): string {
  const body = `{"user_message": ${JSON.stringify(user)},\n       "final_response": ${JSON.stringify(assistant)}}`;
  return [
    `curl ${origin}/api/conversations/first/turns \\`,
    `  -H 'content-type: application/json' \\`,
    `  -d '${body.replaceAll("'", String.raw`'\''`)}'`,
  ].join('\n');
}
