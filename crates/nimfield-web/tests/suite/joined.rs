//! The files of the page, joined from its modules.

use std::collections::BTreeMap;

#[path = "../../join.rs"]
mod join;

fn files(list: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    let pair = |(name, text): &(&str, &str)| (name.to_string(), text.as_bytes().to_vec());
    list.iter().map(pair).collect()
}

#[test]
fn modules_are_joined_after_those_that_they_import() {
    let page = files(&[
        ("index.html", "<p>"),
        ("vendor/short.js", "var a=1;export{a as one,a};"),
        (
            "vendor/whole.js",
            "var t;export default function(s){return s}\n",
        ),
        (
            "ui.js",
            "// Parts.\nimport { one } from \"./vendor/short.js\";\nimport whole from \"./vendor/whole.js\";\n\
             export { a as again } from \"./vendor/short.js\";\nexport { one };\n\n/** Doubles. */\n\
             export const twice = (n) => 2 * whole(n);\n/**\n * More.\n */\nexport async function* more() {}\n",
        ),
        (
            "main.js",
            "import { twice, again as first } from \"./ui.js\";\n  run(twice(first), () => import(\"./views.js\"));\n",
        ),
        (
            "late-view.js",
            "import { one } from \"./ui.js\";\nexport class Late {}\n",
        ),
        ("views.js", "export { Late } from \"./late-view.js\";\n"),
    ]);
    let joined = join::joined(page).unwrap();
    let text = |name: &str| std::str::from_utf8(&joined[name]).unwrap();
    assert_eq!(
        joined.keys().collect::<Vec<_>>(),
        ["index.html", "main.js", "views.js"]
    );
    assert_eq!(
        text("main.js"),
        "const $vendor_short=(()=>{var a=1;\nreturn{one:a,a:a,}})();\n\
         const $vendor_whole=(()=>{var t;const $default=function(s){return s}\nreturn{default:$default,}})();\n\
         const $ui=(()=>{const{one:one}=$vendor_short;\nconst{default:whole}=$vendor_whole;\n\
         const twice = (n) => 2 * whole(n);\nasync function* more() {}\n\
         return{again:$vendor_short.a,one:one,twice,more,}})();\n\
         const $main=(()=>{const{twice:twice,again:first}=$ui;\n\
         run(twice(first), () => import(\"./views.js\"));\nreturn{}})();\n\
         export{$vendor_short,$vendor_whole,$ui,$main};\n"
    );
    assert_eq!(
        text("views.js"),
        "import{$ui}from\"./main.js\";\n\
         const $late_view=(()=>{const{one:one}=$ui;\nclass Late {}\nreturn{Late,}})();\n\
         const $views=(()=>{return{Late:$late_view.Late,}})();\n\
         export const{Late}=$views;\n"
    );
}

#[test]
fn what_cannot_be_joined_is_reported() {
    let wrong = |list: &[(&str, &str)]| join::joined(files(list)).unwrap_err();
    let views = ("views.js", "");
    assert_eq!(
        wrong(&[
            ("main.js", "import { a } from \"./a.js\";"),
            ("a.js", "import { b } from \"./main.js\";"),
            views
        ]),
        "main.js imports itself by way of main.js, a.js"
    );
    assert_eq!(
        wrong(&[("main.js", "import { a } from \"./a.js\";"), views]),
        "main.js imports a.js, which is not there"
    );
    assert_eq!(
        wrong(&[("main.js", ""), ("lost.js", ""), views]),
        "no module of the page imports lost.js"
    );
    assert_eq!(
        wrong(&[("main.js", "import { a } from \"./a.js\""), views]),
        "main.js: cannot join the line `import { a } from \"./a.js\"`"
    );
}
