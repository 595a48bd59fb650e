const OTHER_CLOSED = /^unexpected close/;

/** What is wrong with the letters of XML, by how the parser begins to word it: for developers who have not read XML 1.0. */
const WORDS: readonly (readonly [begin: RegExp, words: string])[] = [
  [/^document must contain a root/, 'there is no whole element'],
  [/^text data outside/, 'there is text outside of the outermost element'],
  [/^documents may contain only one root/, 'a second outermost element begins'],
  [/^(an|the) XML decl/, 'there is <?xml, which may only be the very first thing, with no blank before it'],
  [
    /^(XML decl|expected |value |version number|standalone|did not|whitespace|The character)/,
    'the declaration <?xml version="1.0" encoding="UTF-8"?> is malformed',
  ],
  [/^(disallowed character in )?processing/, 'a processing instruction is malformed'],
  [/^malformed comment/, 'there is -- inside a comment'],
  [OTHER_CLOSED, 'another element is closed, and this one is still open'],
  [/^(unmatched|weird)/, 'an element is closed that is not open'],
  [
    /^(unclosed tag|unexpected end)/,
    'the message ends, and this element is still open: its closing tag is missing, or a text in it has a bare & or <',
  ],
  [/^disallowed character in (closing )?tag/, 'a < begins no tag: in a text it is written &lt;'],
  [/^unquoted/, 'the value of an attribute is not in quotes'],
  [/^duplicate/, 'an attribute is there twice'],
  [
    /^(forward-slash|disallowed character in attribute|no whitespace|attribute without|malformed name)/,
    'a tag is malformed: its attributes are written name="value", with a blank before each',
  ],
  [
    /^(undefined entity|disallowed character in entity|empty entity|malformed character)/,
    'an & begins no entity of XML: the character itself is written &amp;',
  ],
  [/^(unbound|xml |xmlns |tags may|may not assign|the default|invalid attempt)/, 'a prefix is bound to no namespace'],
  [/^the string/, 'a text has ]]>, whose last character is written &gt;'],
  [
    /^disallowed character/,
    'there is a character that is not permitted, such as < in an attribute, or a control character',
  ],
];

/** Why a text is no XML. The words of the parser may quote what was sent: of those the begin alone is looked at. */
export function wellFormednessFault(message: string): string {
  return WORDS.find(([begin]) => begin.test(withoutPlace(message)))?.[1] ?? 'it is malformed';
}

/** Whether a closing tag is of another element than the one that is open. */
export function isOtherClosed(message: string): boolean {
  return OTHER_CLOSED.test(withoutPlace(message));
}

function withoutPlace(message: string): string {
  return message.replace(/^\d+:\d+: /, '');
}
