# The README shows examples/readme.cc, from its first #include on, as it is: so it compiles.
file(READ examples/readme.cc example)
file(READ README.md readme)
string(FIND "${example}" "#include" start)
string(SUBSTRING "${example}" ${start} -1 example)
string(FIND "${readme}" "```cpp\n${example}```" found)
if(found EQUAL -1)
  message(FATAL_ERROR "README.md has no ```cpp block with the text of examples/readme.cc")
endif()
