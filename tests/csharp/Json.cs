// As much of JSON as the conformance cases need: objects are dictionaries, arrays are lists, and numbers keep their
// text.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

public sealed class Number
{
    public readonly string Text;

    public Number(string text)
    {
        Text = text;
    }
}

public sealed class Json
{
    private readonly string text;
    private int at;

    private Json(string text)
    {
        this.text = text;
    }

    public static Dictionary<string, object> Parse(string text)
    {
        var json = new Json(text);
        var value = (Dictionary<string, object>)json.Value();
        json.Space();
        if (json.at != text.Length) throw new FormatException($"text after the end at {json.at}");
        return value;
    }

    private void Space()
    {
        while (at < text.Length && char.IsWhiteSpace(text[at])) ++at;
    }

    private bool Take(char wanted)
    {
        Space();
        if (at >= text.Length || text[at] != wanted) return false;
        ++at;
        return true;
    }

    private void Need(char wanted)
    {
        if (!Take(wanted)) throw new FormatException($"no {wanted} at {at}");
    }

    private object Value()
    {
        Space();
        switch (text[at])
        {
            case '{':
            {
                ++at;
                var found = new Dictionary<string, object>();
                if (Take('}')) return found;
                do
                {
                    Space();
                    var name = String();
                    Need(':');
                    found.Add(name, Value());
                } while (Take(','));
                Need('}');
                return found;
            }
            case '[':
            {
                ++at;
                var found = new List<object>();
                if (Take(']')) return found;
                do found.Add(Value());
                while (Take(','));
                Need(']');
                return found;
            }
            case '"': return String();
            case 'n': return Word("null", null);
            case 't': return Word("true", true);
            case 'f': return Word("false", false);
            default:
                var begin = at;
                while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) ++at;
                return new Number(text.Substring(begin, at - begin));
        }
    }

    private object Word(string word, object value)
    {
        if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) throw new FormatException($"no {word} at {at}");
        at += word.Length;
        return value;
    }

    private string String()
    {
        Need('"');
        var found = new StringBuilder();
        while (text[at] != '"')
        {
            var c = text[at++];
            if (c != '\\')
            {
                found.Append(c);
                continue;
            }
            c = text[at++];
            if (c == 'u')
            {
                found.Append((char)int.Parse(text.Substring(at, 4), NumberStyles.HexNumber));
                at += 4;
            }
            else
            {
                var escaped = "bfnrt".IndexOf(c);
                found.Append(escaped < 0 ? c : "\b\f\n\r\t"[escaped]);
            }
        }
        ++at;
        return found.ToString();
    }

    // As the C++ runner prints it.
    public static string Dump(object value)
    {
        if (value is Number number) return number.Text;
        if (value is List<object> list) return "[" + string.Join(",", list.Select(Dump)) + "]";
        return "\"" + value + "\"";
    }
}
