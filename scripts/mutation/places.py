"""The places where scripts/mutate can change a Swift source, and what it writes there.

A place is an operator, a constant, a comparison, or a condition of `guard` or `if` in code, or one of these in a text
of SQL. Comments, other texts, imports, attributes and compiler directives have none.
"""
import hashlib
import re
from bisect import bisect_right
from dataclasses import dataclass

OPERATORS = {
    "==": "!=", "!=": "==", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "&&": "||", "||": "&&", "+": "-",
    "-": "+", "*": "/", "/": "*", "%": "/", "+=": "-=", "-=": "+=", "&+": "&-", "&-": "&+", "<<": ">>",
    ">>": "<<", "&": "|", "|": "&", "^": "|", "..<": "...", "...": "..<", "true": "false", "false": "true", "!": "",
}
# The formatter puts spaces around binary operators, and around no other `<` or `-`.
OPERATOR = re.compile(
    r"(?<=\s)(?:[=!<>+-]=|&&|\|\||&[+-]|<<|>>|[<>+*/%&|^-])(?=\s)"
    r"|\.\.<|(?<=[\w)\]])\.\.\.(?=[\w(])|\b(?:true|false)\b|(?<![\w)\]!?])!(?=[\w(.])")
NUMBER = re.compile(r"(?<![\w$])(?:0x[0-9A-Fa-f_]+|\d[\d_]*)\b(?!\.\d)")
CONDITIONS = re.compile(r"\b(?P<word>guard|if)\s+")
BINDING = re.compile(r"(?:let|var|case)\b")
LEFT_OUT = re.compile(r"^\s*import [^\n]*|^\s*#[^\n]*|@\w+(?:\([^)]*\))?|#\w+(?:\([^)]*\))?", re.MULTILINE)

SQL = re.compile(r"\b(?:SELECT|UPDATE|INSERT|DELETE|WHERE|AND|OR|CHECK|EXISTS|ORDER BY|JOIN|VALUES|CASE)\b")
SQL_OPERATORS = {
    "=": "<>", "<>": "=", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "+": "-", "-": "+", "AND": "OR", "OR": "AND",
    "IS NULL": "IS NOT NULL", "IS NOT NULL": "IS NULL", "NOT EXISTS": "EXISTS", "EXISTS": "NOT EXISTS",
    "DESC": "ASC", "ASC": "DESC", "min": "max", "max": "min",
}
SQL_OPERATOR = re.compile(
    r"(?<= )(?:<>|[<>]?=|[<>+-])(?=\s)|\b(?:AND|OR|IS NOT NULL|IS NULL|(?:NOT )?EXISTS|DESC|ASC)\b|\b(?:min|max)(?=\()")
SQL_NUMBER = re.compile(r"(?<![\w?$.'])\d+\b(?!')")
# The last of these before an operator says whether that is what it looks like.
SQL_LEADER = re.compile(r"\b(?:SET|WHERE|AND|OR|ON|WHEN|HAVING|CHECK|THEN|ELSE|END|BETWEEN|INSERT)\b")
OTHER_MEANING = {"=": {"SET", "THEN", "ELSE", "END"}, "AND": {"BETWEEN"}, "OR": {"INSERT"}}


@dataclass(frozen=True)
class Place:
    """A place and its change. The text is its line without indentation, in which the column counts from 1."""

    path: str
    offset: int
    line: int
    column: int
    text: str
    before: str
    after: str

    @property
    def key(self):
        """What tells the place from others, also after lines before it have changed."""
        return (self.path, self.text, str(self.column), flat(self.before), flat(self.after))

    def __str__(self):
        return f"{self.path}:{self.line}:{self.column}: {flat(self.before)} -> {flat(self.after) or 'nothing'}"


def flat(text):
    """The text on one line."""
    return " ".join(text.split())


def places(path, text, has_sql):
    """All places of a source, in order."""
    code, texts, literals = split(text)
    code = LEFT_OUT.sub(lambda match: re.sub(r"\S", " ", match[0]), code)
    changes = set(changes_of_code(code, text))
    for start, end in literals if has_sql else []:
        if SQL.search(texts[start:end]):
            changes.update(changes_of_sql(texts, start, end))
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    lines = text.split("\n")
    for offset, before, after in sorted(changes):
        number = bisect_right(starts, offset)
        line = lines[number - 1]
        column = offset - starts[number - 1] - (len(line) - len(line.lstrip())) + 1
        yield Place(path, offset, number, column, line.strip(), before, after)


def drawn(all_places, seed):
    """The places in the order that the seed draws. The rank of a place hangs on its own line alone: if other lines are
    changed, the others are still drawn."""
    seen, ranks = {}, {}
    for place in all_places:
        seen[place.key] = seen.get(place.key, 0) + 1
        words = (str(seed), *place.key, str(seen[place.key]))
        ranks[place] = hashlib.sha256("\0".join(words).encode()).digest()
    return sorted(all_places, key=ranks.__getitem__)


def changes_of_code(code, text):
    """Offset, what stands there and what replaces it, for each place in code."""
    for match in OPERATOR.finditer(code):
        start, end, before = match.start(), match.end(), match[0]
        joins_texts = before == "+" and '"' in (text[:start].rstrip()[-1:] + text[end:].lstrip()[:1])
        is_name = re.search(r"\bfunc\s+$", code[:start][-20:])
        if not joins_texts and not is_name:
            yield start, before, OPERATORS[before]
    for match in NUMBER.finditer(code):
        # After a single point it is the name of a tuple's part.
        if not re.search(r"(?<![.<])\.$", code[:match.start()][-2:]):
            yield match.start(), match[0], following(match[0])
    for match in CONDITIONS.finditer(code):
        for start, end in clauses(code, match.end(), match["word"]):
            if not BINDING.match(code, start):
                yield start, text[start:end], "true" if match["word"] == "guard" else "false"


def changes_of_sql(texts, start, end):
    """The same for each place in a text of SQL that lies between two offsets."""
    for match in SQL_OPERATOR.finditer(texts, start, end):
        leaders = SQL_LEADER.findall(texts, start, match.start())
        if not leaders or leaders[-1] not in OTHER_MEANING.get(match[0], ()):
            yield match.start(), match[0], SQL_OPERATORS[match[0]]
    for match in SQL_NUMBER.finditer(texts, start, end):
        # What EXISTS (SELECT 1 …) selects is read by nobody.
        if not texts.endswith("SELECT ", start, match.start()):
            yield match.start(), match[0], following(match[0])


def following(number):
    """The next whole number, written in the same base."""
    is_hexadecimal = number.startswith("0x")
    digits = number.replace("_", "")
    return f"0x{int(digits, 16) + 1:02X}" if is_hexadecimal else str(int(digits) + 1)


def clauses(code, start, word):
    """Where each clause of a condition begins and ends."""
    depth = 0
    for match in re.compile(r"[(\[{]|[)\]}]|,|\belse\b").finditer(code, start):
        token = match[0]
        is_end = depth == 0 and token == ("else" if word == "guard" else "{")
        if is_end or (depth == 0 and token == ","):
            end = start + len(code[start:match.start()].rstrip())
            yield start, end
            start = match.end() + len(code[match.end():]) - len(code[match.end():].lstrip())
        if is_end:
            return
        depth += (token in "([{") - (token in ")]}")


COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
OPENING = re.compile(r'(?P<hashes>#*)(?P<quotes>"""|")')


def split(text):
    """Splits Swift into code and texts: each as long as the source, with blanks for what is in the other and for
    comments. Then the offsets between which each literal lies."""
    code = list(re.sub(r"[^\n]", " ", text))
    texts, literals = code.copy(), []

    def read_code(index):
        depth = 0
        while index < len(text) and depth >= 0:
            if comment := COMMENT.match(text, index):
                index = comment.end()
            elif opening := OPENING.match(text, index):
                index = read_literal(opening)
            else:
                depth += (text[index] == "(") - (text[index] == ")")
                code[index] = text[index] if depth >= 0 else " "
                index += 1
        return index

    def read_literal(opening):
        index, closing, escape = opening.end(), opening["quotes"] + opening["hashes"], "\\" + opening["hashes"]
        while not text.startswith(closing, index):
            if text.startswith(escape, index):
                index += len(escape) + 1
                # What is interpolated is code, up to its own closing parenthesis.
                index = read_code(index) if text[index - 1] == "(" else index
            else:
                texts[index] = text[index]
                index += 1
        literals.append((opening.end(), index))
        return index + len(closing)

    read_code(0)
    return "".join(code), "".join(texts), literals
